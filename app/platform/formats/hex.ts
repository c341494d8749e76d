/** Bytes as lower-case hexadecimal digits, two for each. */
export function hex(bytes: Uint8Array | ArrayBuffer): string {
  const each = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  return Array.from(each, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
