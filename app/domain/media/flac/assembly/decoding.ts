import { packChannel } from "./samples";

/** What one decoder works on. `decoder.ts` knows the order of the fields, each of 4 bytes. */
@unmanaged
class Decoding {
  input: usize;
  inputEnd: usize;
  output: usize;
  /** Bytes of the frame that was decoded last. */
  outputBytes: i32;
  sampleRate: i32;
  channels: i32;
  bits: i32;
  maxFrames: i32;
}

/** libFLAC's FLAC__FrameHeader, as far as it is looked at. */
@unmanaged
class FrameHeader {
  frames: i32;
  sampleRate: i32;
  channels: i32;
  channelAssignment: i32;
  bits: i32;
}

const CONTINUE = 0;
const END_OF_STREAM = 1;

/** FLAC__StreamDecoderReadCallback: gives what has come of the stream. */
export function readStream(_: usize, to: usize, countAt: usize, client: usize): i32 {
  const decoding = changetype<Decoding>(client);
  const count = min(load<u32>(countAt), <u32>(decoding.inputEnd - decoding.input));
  store<u32>(countAt, count);
  if (count === 0) return END_OF_STREAM;
  memory.copy(to, decoding.input, count);
  decoding.input += count;
  return CONTINUE;
}

/** FLAC__StreamDecoderWriteCallback: writes a frame as it is in the file. Traps at another format. */
export function writeFrame(_: usize, frame: usize, channels: usize, client: usize): i32 {
  const decoding = changetype<Decoding>(client);
  const header = changetype<FrameHeader>(frame);
  if (header.frames > decoding.maxFrames) unreachable();
  if (header.sampleRate !== decoding.sampleRate) unreachable();
  if (header.channels !== decoding.channels || header.bits !== decoding.bits) unreachable();
  const sampleBytes = decoding.bits >> 3;
  const stride = decoding.channels * sampleBytes;
  decoding.outputBytes = header.frames * stride;
  for (let channel = 0; channel < decoding.channels; channel++) {
    const from = load<usize>(channels + <usize>(channel << 2));
    const to = decoding.output + <usize>(channel * sampleBytes);
    packChannel(from, to, stride, header.frames, decoding.bits);
  }
  return CONTINUE;
}

/** FLAC__StreamDecoderMetadataCallback; the header is read before. */
export function skipMetadata(_: usize, _metadata: usize, _client: usize): void {}

/** FLAC__StreamDecoderErrorCallback: traps, as libFLAC would search for the next frame that is whole. */
export function stopAtError(_: usize, _status: i32, _client: usize): void {
  unreachable();
}
