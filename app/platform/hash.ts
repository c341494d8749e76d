import { hex } from "./formats/hex";

/** SHA-256 of bytes, as 64 lower-case hexadecimal characters. */
export async function sha256OfBytes(bytes: Uint8Array): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
}

/** SHA-256 of a text (UTF-8), as 64 lower-case hexadecimal characters. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return hex(digest);
}
