const encoder = new TextEncoder();

async function hmac(secret: string, text: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  return crypto.subtle.sign("HMAC", key, encoder.encode(text));
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Adds `expires` (Unix seconds) and `signature` to a path, so that it opens without a cookie. */
export async function signPath(secret: string, path: string, expires: Date): Promise<string> {
  const seconds = Math.floor(expires.getTime() / 1000);
  const signature = hex(await hmac(secret, `${path}\n${seconds}`));
  return `${path}?expires=${seconds}&signature=${signature}`;
}

/** Whether the URL carries a signature made by {@link signPath} for its path that has not expired. */
export async function isSignedPath(secret: string, url: URL, now: Date): Promise<boolean> {
  const expires = url.searchParams.get("expires") ?? "";
  const given = url.searchParams.get("signature") ?? "";
  if (!/^\d{1,12}$/.test(expires) || !/^[0-9a-f]{64}$/.test(given)) return false;
  if (Number(expires) * 1000 < now.getTime()) return false;
  const wanted = hex(await hmac(secret, `${url.pathname}\n${expires}`));
  let difference = 0;
  for (let i = 0; i < wanted.length; i++) difference |= wanted.charCodeAt(i) ^ given.charCodeAt(i);
  return difference === 0;
}
