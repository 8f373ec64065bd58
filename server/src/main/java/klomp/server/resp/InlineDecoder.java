package klomp.server.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.redis.FixedRedisMessagePool;
import io.netty.handler.codec.redis.InlineCommandRedisMessage;
import io.netty.handler.codec.redis.RedisDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Reads lines that a person types (through {@code nc}, say), ended by LF or CR LF, until the first
 * framed request; from there Netty's {@link RedisDecoder} takes over for good. Netty's decoder
 * alone refuses a line that ends in LF only.
 */
public final class InlineDecoder extends LineBasedFrameDecoder {

  public InlineDecoder() {
    super(WireLimits.MAX_INLINE_BYTES, true, true);
  }

  @Override
  protected Object decode(ChannelHandlerContext context, ByteBuf in) throws Exception {
    if (in.isReadable() && in.getByte(in.readerIndex()) == '*') {
      RedisDecoder framed =
          new RedisDecoder(WireLimits.MAX_INLINE_BYTES, FixedRedisMessagePool.INSTANCE, true);
      context.pipeline().replace(this, null, framed);
      return null;
    }
    ByteBuf line = (ByteBuf) super.decode(context, in);
    if (line == null) {
      return null;
    }
    try {
      return new InlineCommandRedisMessage(line.toString(StandardCharsets.UTF_8));
    } finally {
      line.release();
    }
  }
}
