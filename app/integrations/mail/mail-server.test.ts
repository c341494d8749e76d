import { expect, test } from "vitest";
import { mailConnection, staffAddress } from "./mail-server";

const settings = {
  SMTP_HOST: "smtp.example.com",
  SMTP_PORT: "465",
  SMTP_USERNAME: "portal",
  SMTP_PASSWORD: "secret",
  MAIL_FROM: "music@example.com",
  BRAND_NAME: "Mahogany",
  SUPPORT_EMAIL: "support@example.com",
  DELIVERY_WEEKS: 4,
};

test.each([
  ["465", undefined, "implicit"],
  ["2465", undefined, "implicit"],
  ["587", undefined, "starttls"],
  ["2525", undefined, "starttls"],
  ["2525", "implicit", "implicit"],
  ["465", "starttls", "starttls"],
] as const)("port %s with SMTP_TLS %s is %s TLS", (SMTP_PORT, SMTP_TLS, tls) => {
  expect(mailConnection({ ...settings, SMTP_PORT, SMTP_TLS })).toMatchObject({
    state: "live",
    server: { port: Number(SMTP_PORT), tls },
  });
});

test("without a mail server mail is off", () => {
  expect(mailConnection({ ...settings, SMTP_HOST: undefined })).toEqual({ state: "off" });
});

test("mails to the team go to the support address unless it has one of its own", () => {
  expect(staffAddress(settings)).toBe("support@example.com");
  expect(staffAddress({ ...settings, STAFF_EMAIL: "team@example.com" })).toBe("team@example.com");
});
