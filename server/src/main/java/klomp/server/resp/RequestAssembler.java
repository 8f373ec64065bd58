package klomp.server.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.redis.ArrayHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringRedisContent;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.InlineCommandRedisMessage;
import io.netty.handler.codec.redis.LastBulkStringRedisContent;
import io.netty.handler.codec.redis.RedisMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Puts what Netty's decoder reads together to requests. It stands in for Netty's aggregators
 * because it refuses what is too large when it sees the header, before a byte of it is kept, and
 * because an argument ends up in one array without a composite buffer in between.
 *
 * <p>Memory grows with what has arrived, never with what a header announces. After the first error
 * it delivers one {@link Inbound.Malformed} and ignores the rest. Used by one event loop.
 */
public final class RequestAssembler extends SimpleChannelInboundHandler<RedisMessage> {

  private static final int FIRST_PIECE_BYTES = 4096;

  private final List<byte[]> arguments = new ArrayList<>();
  private int expected; // arguments of the request that is under way; 0 between requests
  private long requestBytes;
  private byte[] piece; // the argument under way, of which pieceLength bytes have arrived
  private int pieceLength;
  private int announced;
  private boolean broken;

  @Override
  protected void channelRead0(ChannelHandlerContext context, RedisMessage message) {
    if (broken) {
      return;
    }
    if (message instanceof BulkStringHeaderRedisMessage header) {
      argumentBegins(context, header.bulkStringLength());
    } else if (message instanceof FullBulkStringRedisMessage whole) {
      if (whole.isNull()) {
        fail(context, "ERR", "Protocol error: invalid bulk length");
      } else if (argumentBegins(context, 0)) {
        argumentEnds(context, new byte[0]);
      }
    } else if (message instanceof BulkStringRedisContent content) {
      append(context, content.content(), content instanceof LastBulkStringRedisContent);
    } else if (message instanceof ArrayHeaderRedisMessage header) {
      requestBegins(context, header.length());
    } else if (message instanceof InlineCommandRedisMessage line && expected == 0) {
      inline(context, line.content());
    } else {
      fail(context, "ERR", "Protocol error: expected '$' or '*'");
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof DecoderException) {
      Throwable root = cause.getCause() == null ? cause : cause.getCause();
      fail(context, "ERR", "Protocol error: " + root.getMessage());
    } else {
      context.fireExceptionCaught(cause);
    }
  }

  private void requestBegins(ChannelHandlerContext context, long length) {
    if (expected != 0) {
      fail(context, "ERR", "Protocol error: expected '$', got '*'");
    } else if (length > WireLimits.MAX_ARGUMENTS) {
      fail(context, "ERR", "Protocol error: invalid multibulk length");
    } else if (length > 0) { // Redis ignores empty and null requests
      expected = (int) length;
    }
  }

  private boolean argumentBegins(ChannelHandlerContext context, int length) {
    if (expected == 0) {
      fail(context, "ERR", "Protocol error: expected '*', got '$'");
      return false;
    }
    requestBytes += length + WireLimits.ARGUMENT_OVERHEAD_BYTES;
    if (length > WireLimits.MAX_ARGUMENT_BYTES || requestBytes > WireLimits.MAX_REQUEST_BYTES) {
      fail(
          context,
          "TOOLARGE",
          "an argument has at most "
              + WireLimits.MAX_ARGUMENT_BYTES
              + " bytes and a request "
              + WireLimits.MAX_REQUEST_BYTES);
      return false;
    }
    announced = length;
    return true;
  }

  private void append(ChannelHandlerContext context, ByteBuf content, boolean last) {
    int length = content.readableBytes();
    if (last && piece == null) {
      byte[] argument = new byte[length];
      content.readBytes(argument);
      argumentEnds(context, argument);
      return;
    }
    reserve(pieceLength + length);
    content.readBytes(piece, pieceLength, length);
    pieceLength += length;
    if (last) {
      byte[] argument = pieceLength == piece.length ? piece : Arrays.copyOf(piece, pieceLength);
      piece = null;
      pieceLength = 0;
      argumentEnds(context, argument);
    }
  }

  private void reserve(int needed) {
    if (piece == null) {
      piece = new byte[Math.max(needed, Math.min(announced, FIRST_PIECE_BYTES))];
    } else if (piece.length < needed) {
      piece = Arrays.copyOf(piece, Math.max(needed, Math.min(announced, piece.length * 2)));
    }
  }

  private void argumentEnds(ChannelHandlerContext context, byte[] argument) {
    arguments.add(argument);
    if (arguments.size() == expected) {
      Request request = new Request(arguments.toArray(byte[][]::new));
      clear();
      context.fireChannelRead(request);
    }
  }

  private void inline(ChannelHandlerContext context, String line) {
    List<byte[]> words = InlineArguments.split(line);
    if (words == null) {
      fail(context, "ERR", "Protocol error: unbalanced quotes in request");
    } else if (!words.isEmpty()) {
      context.fireChannelRead(new Request(words.toArray(byte[][]::new)));
    }
  }

  private void fail(ChannelHandlerContext context, String code, String message) {
    if (!broken) {
      broken = true;
      clear();
      context.fireChannelRead(new Inbound.Malformed(code, message));
    }
  }

  private void clear() {
    arguments.clear();
    expected = 0;
    requestBytes = 0;
    piece = null;
    pieceLength = 0;
    announced = 0;
  }
}
