/** Bytes in base64. */
export function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Bytes in base64 as it may stand in an address: base64url, without padding. */
export function base64Url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of a text in either alphabet. @throws DOMException for what is neither. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** The header that says who calls by name and password (RFC 7617). */
export function basicAuthorization(name: string, password: string): string {
  return `Basic ${base64(new TextEncoder().encode(`${name}:${password}`))}`;
}
