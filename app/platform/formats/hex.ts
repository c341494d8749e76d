const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function hex(bytes: Uint8Array | ArrayBuffer): string {
  const byteArray = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  let digits = "";
  for (const byte of byteArray) digits += PAIRS[byte];
  return digits;
}
