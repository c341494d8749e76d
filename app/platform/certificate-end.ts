import { fromBase64 } from "./formats/base64";

/** Tags of DER that are met on the way to a certificate's end (ITU-T X.690, RFC 5280 section 4.1). */
const [SEQUENCE, VERSION, UTC_TIME] = [0x30, 0xa0, 0x17];

interface Element {
  tag: number;
  body: Uint8Array;
  /** Where the next one begins. */
  next: number;
}

function elementAt(bytes: Uint8Array, at: number): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  const long = first & 0x80 ? first & 0x7f : 0;
  let length = long ? 0 : first;
  for (let n = 0; n < long; n++) length = length * 256 + (bytes[at + 2 + n] ?? 0);
  const from = at + 2 + long;
  if (from + length > bytes.length) return undefined;
  return { tag, body: bytes.subarray(from, from + length), next: from + length };
}

function elementsOf(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    if (!element) break;
    elements.push(element);
    at = element.next;
  }
  return elements;
}

/** UTCTime has two digits of the year, of which those from 50 on belong to the last century. */
function timeOf({ tag, body }: Element): string | undefined {
  const text = new TextDecoder().decode(body);
  const whole = tag === UTC_TIME ? `${Number(text.slice(0, 2)) < 50 ? 20 : 19}${text}` : text;
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(whole) ?? [];
  if (!year) return undefined;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
}

/** When a certificate in PEM ends, as an ISO string; undefined for what is none. */
export function certificateEnd(pem: string): string | undefined {
  const base64 = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END/.exec(pem)?.[1];
  if (!base64) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = fromBase64(base64);
  } catch {
    return undefined;
  }
  const [certificate] = elementsOf(bytes);
  const [signedContent] = certificate ? elementsOf(certificate.body) : [];
  const parts = signedContent
    ? elementsOf(signedContent.body).filter(({ tag }) => tag !== VERSION)
    : [];
  // After the serial number, the signature's kind and the issuer.
  const validity = parts[3];
  if (validity?.tag !== SEQUENCE) return undefined;
  const end = elementsOf(validity.body)[1];
  return end && timeOf(end);
}
