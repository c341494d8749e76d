const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
/** Adobe's, with the colour coding. */
const APP14 = 0xee;

/** Metadata such as place, author and device. */
const isMetadata = (marker: number) =>
  marker === COMMENT || (marker > 0xe0 && marker <= 0xef && marker !== APP14);

/**
 * Removes EXIF, XMP, IPTC, colour profiles and comments from a JPEG without changing pixels. For output
 * of the picture service, whose colours are sRGB.
 * @returns undefined if it is no JPEG.
 */
export function withoutMetadata(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  const segments = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === START_OF_SCAN) {
      segments.push(bytes.subarray(at));
      return concatenate(segments);
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return undefined;
    if (!isMetadata(marker)) segments.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const joinedBytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joinedBytes.set(part, offset);
    offset += part.length;
  }
  return joinedBytes;
}
