package klomp.server.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import klomp.server.resp.Inbound;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where Netty's pipeline ends: everything goes to the connection. */
final class ConnectionHandler extends SimpleChannelInboundHandler<Inbound> {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

  private final Connection connection;

  ConnectionHandler(Connection connection) {
    this.connection = connection;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Inbound inbound) {
    connection.receive(inbound);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    connection.received();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    connection.close();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      connection.inputEnded();
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      LOG.debug("{} went away: {}", connection.session().address(), cause.toString());
    } else {
      LOG.error("the connection of {} is closed", connection.session().address(), cause);
    }
    context.close();
  }
}
