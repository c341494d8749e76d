import { fromBase64 } from "./formats/base64";

/** DER tags (ITU-T X.690, RFC 5280 section 4.1). */
const [SEQUENCE, VERSION, UTC_TIME] = [0x30, 0xa0, 0x17];

interface Element {
  tag: number;
  body: Uint8Array;
  next: number;
}

function parseElement(bytes: Uint8Array, offset: number): Element | undefined {
  const [tag, lengthByte] = [bytes[offset], bytes[offset + 1]];
  if (tag === undefined || lengthByte === undefined) return undefined;
  const lengthBytes = lengthByte & 0x80 ? lengthByte & 0x7f : 0;
  let length = lengthBytes ? 0 : lengthByte;
  for (let n = 0; n < lengthBytes; n++) length = length * 256 + (bytes[offset + 2 + n] ?? 0);
  const bodyStart = offset + 2 + lengthBytes;
  if (bodyStart + length > bytes.length) return undefined;
  return { tag, body: bytes.subarray(bodyStart, bodyStart + length), next: bodyStart + length };
}

function parseElements(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const element = parseElement(bytes, offset);
    if (!element) break;
    elements.push(element);
    offset = element.next;
  }
  return elements;
}

/** The two-digit years of UTCTime from 50 on belong to the last century. */
function toIsoTime({ tag, body }: Element): string | undefined {
  const text = new TextDecoder().decode(body);
  const fullYearText =
    tag === UTC_TIME ? `${Number(text.slice(0, 2)) < 50 ? 20 : 19}${text}` : text;
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(fullYearText) ?? [];
  if (!year) return undefined;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
}

/** When a PEM certificate expires, as an ISO string; undefined if it cannot be read. */
export function certificateEnd(pem: string): string | undefined {
  const base64 = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END/.exec(pem)?.[1];
  if (!base64) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = fromBase64(base64);
  } catch {
    return undefined;
  }
  const [certificate] = parseElements(bytes);
  const [signedContent] = certificate ? parseElements(certificate.body) : [];
  const parts = signedContent
    ? parseElements(signedContent.body).filter(({ tag }) => tag !== VERSION)
    : [];
  // After the serial number, the signature algorithm and the issuer.
  const validity = parts[3];
  if (validity?.tag !== SEQUENCE) return undefined;
  const end = parseElements(validity.body)[1];
  return end && toIsoTime(end);
}
