import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { certificateEnd } from "./certificate-end";

test("the end of every certificate that Node trusts is read as Node reads it", () => {
  expect(rootCertificates.length).toBeGreaterThan(100);
  for (const pem of rootCertificates)
    expect(certificateEnd(pem)).toBe(new Date(new X509Certificate(pem).validTo).toISOString());
});

test.each([
  "",
  "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
  "-----BEGIN CERTIFICATE-----\n=A=\n-----END CERTIFICATE-----",
  (rootCertificates[0] ?? "").replace(/\n[A-Za-z0-9+/=]{64}\n/, "\n"),
])("%j has none, or none that could be read wrongly", (pem) => {
  const end = certificateEnd(pem);
  if (end !== undefined) expect(new Date(end).toISOString()).toBe(end);
});
