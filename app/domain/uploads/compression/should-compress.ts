/** What decides whether sound is compressed on its way. Speeds in bytes per second; undefined: not known. */
export interface CompressionConditions {
  /** What the connection carries. */
  linkSpeed: number | undefined;
  /** How much of the file this device compresses. */
  encoderSpeed: number | undefined;
  /** In GiB, as browsers round it. */
  deviceMemory: number | undefined;
  isBatteryLow: boolean;
  /** Whether the artist asks for less data: worth waiting for the encoder. */
  isDataSaved: boolean;
}

const MIN_MEMORY = 1;
/** An encoder that is only as fast as the connection would cost battery for nothing. */
const MIN_ADVANTAGE = 1.25;

/** Whether the next stretch of a file should be compressed. */
export function shouldCompress({
  linkSpeed,
  encoderSpeed,
  deviceMemory,
  isBatteryLow,
  isDataSaved,
}: CompressionConditions): boolean {
  if (isBatteryLow) return false;
  if (deviceMemory !== undefined && deviceMemory < MIN_MEMORY) return false;
  if (isDataSaved || linkSpeed === undefined || encoderSpeed === undefined) return true;
  return encoderSpeed >= linkSpeed * MIN_ADVANTAGE;
}
