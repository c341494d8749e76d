import { generateKeyPairSync, sign } from "node:crypto";

/** Encodes a value in DER: tag, length, content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const lengthBytes = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(length < 128 ? [tag, length] : [tag, ...lengthBytes]), body]);
}

const sequence = (...content: Uint8Array[]) => der(0x30, ...content);
const name = (id: string) => der(0x06, Buffer.from(id, "hex"));
const integer = (value: number) => der(0x02, Buffer.from([value]));
const ECDSA_WITH_SHA256 = sequence(name("2a8648ce3d040302"));
const COMMON_NAME = name("550403");
const ALTERNATIVE_NAMES = name("551d11");

function pem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

/**
 * A self-signed certificate for localhost and its key, both in PEM. Browsers accept it only when they
 * ignore certificate errors.
 */
export function selfSignedCertificate(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const host = Buffer.from("localhost");
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, host))));
  const years = sequence(
    ...["20200101000000Z", "21200101000000Z"].map((date) => der(0x18, Buffer.from(date))),
  );
  const names = der(0x04, sequence(der(0x82, host)));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    subject,
    years,
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(ALTERNATIVE_NAMES, names))),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem("CERTIFICATE", sequence(content, ECDSA_WITH_SHA256, signature)),
  };
}
