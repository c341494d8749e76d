// Kinds of samples, as the converter numbers them.
const PCM8 = 0;
const PCM16 = 1;
const PCM24 = 2;
const PCM32 = 3;
const FLOAT32 = 4;
const FLOAT64 = 5;

/** Beyond this a float is garbage, not loud; it is read as 0, and so is what is no number. */
const LARGEST: f64 = 1099511627776;

/** One sample, on a scale where 1 is full scale; `table` holds what the bytes of G.711 stand for. */
function sample(kind: i32, at: usize, table: usize): f64 {
  switch (kind) {
    case PCM8:
      return (<f64>load<u8>(at) - 128) / 128;
    case PCM16:
      return <f64>load<i16>(at) / 32768;
    case PCM24:
      return <f64>(((<i32>load<i8>(at, 2)) << 16) | load<u16>(at)) / 8388608;
    case PCM32:
      return <f64>load<i32>(at) / 2147483648;
    case FLOAT32:
      return <f64>load<f32>(at);
    case FLOAT64:
      return load<f64>(at);
    default:
      return load<f64>(table + ((<usize>load<u8>(at)) << 3));
  }
}

/**
 * Decodes frames of any number of channels into stereo frames of two floats. `places` lists
 * (byte within the frame, unused, gain to the left, gain to the right) of the channels that count.
 * @returns how many samples were no usable number and count as 0.
 */
export function decodeFolded(
  kind: i32,
  from: usize,
  count: i32,
  frameBytes: i32,
  places: usize,
  channels: i32,
  table: usize,
  to: usize,
): i32 {
  let unusable = 0;
  for (let i = 0; i < count; i++, from += frameBytes, to += 16) {
    let left: f64 = 0;
    let right: f64 = 0;
    for (let c = 0, place = places; c < channels; c++, place += 24) {
      const value = sample(kind, from + <usize>load<u32>(place), table);
      if (abs(value) <= LARGEST) {
        left += value * load<f64>(place, 8);
        right += value * load<f64>(place, 16);
      } else unusable += 1;
    }
    store<f64>(to, left);
    store<f64>(to, right, 8);
  }
  return unusable;
}

/** The same for two channels as they are, in the kinds that masters come in. */
export function decodeStereo(kind: i32, from: usize, count: i32, to: usize): i32 {
  const end = to + ((<usize>count) << 4);
  if (kind === PCM16) {
    const scale = f64x2.splat(1.0 / 32768);
    for (; to < end; from += 4, to += 16) {
      const whole = i32x4.extend_low_i16x8_s(v128.load32_zero(from));
      v128.store(to, f64x2.mul(f64x2.convert_low_i32x4_s(whole), scale));
    }
  } else if (kind === PCM24) {
    const scale = f64x2.splat(1.0 / 8388608);
    for (; to < end; from += 6, to += 16) {
      const left = (load<i32>(from) << 8) >> 8;
      const right = load<i32>(from, 2) >> 8;
      const whole = i32x4.replace_lane(i32x4.splat(left), 1, right);
      v128.store(to, f64x2.mul(f64x2.convert_low_i32x4_s(whole), scale));
    }
  } else if (kind === PCM32) {
    const scale = f64x2.splat(1.0 / 2147483648);
    for (; to < end; from += 8, to += 16) {
      v128.store(to, f64x2.mul(f64x2.convert_low_i32x4_s(v128.load64_zero(from)), scale));
    }
  } else return decodeFloats(kind, from, count, to);
  return 0;
}

function decodeFloats(kind: i32, from: usize, count: i32, to: usize): i32 {
  const end = to + ((<usize>count) << 4);
  const largest = f64x2.splat(LARGEST);
  let unusable = 0;
  for (; to < end; from += kind === FLOAT32 ? 8 : 16, to += 16) {
    const value =
      kind === FLOAT32 ? f64x2.promote_low_f32x4(v128.load64_zero(from)) : v128.load(from);
    const usable = f64x2.le(f64x2.abs(value), largest);
    unusable += 2 - popcnt(i64x2.bitmask(usable));
    v128.store(to, v128.and(value, usable));
  }
  return unusable;
}
