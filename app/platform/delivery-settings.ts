import * as v from "valibot";
import {
  address,
  bucketName,
  flag,
  hostName,
  matching,
  optionalSecret,
  portNumber,
  text,
} from "./setting-rules";

/** The number that DDEX gives a company; printed with hyphens, sent without. */
const dpid = (name: string) =>
  v.optional(
    v.pipe(
      text(name),
      v.transform((id) => id.replaceAll("-", "").toUpperCase()),
      v.regex(
        /^PADPIDA[A-Z0-9]{4,40}$/,
        `${name} must be a DDEX party id, such as PA-DPIDA-2026113001-A.`,
      ),
    ),
  );

/** What is delivered to the distributor, and where to. */
export const deliveryEntries = {
  DELIVERY_S3_ENDPOINT: v.optional(
    address("DELIVERY_S3_ENDPOINT", "https://s3.eu-west-1.amazonaws.com"),
  ),
  DELIVERY_S3_BUCKET: bucketName("DELIVERY_S3_BUCKET", "label-deliveries"),
  DELIVERY_S3_ACCESS_KEY_ID: optionalSecret("DELIVERY_S3_ACCESS_KEY_ID"),
  DELIVERY_S3_SECRET_ACCESS_KEY: optionalSecret("DELIVERY_S3_SECRET_ACCESS_KEY"),
  DELIVERY_S3_REGION: v.optional(
    matching("DELIVERY_S3_REGION", /^[a-z0-9-]{2,40}$/, "a region, such as eu-west-1"),
    "auto",
  ),
  DELIVERY_S3_PREFIX: v.optional(
    matching(
      "DELIVERY_S3_PREFIX",
      /^[\w-]+(\/[\w-]+)*$/,
      "folders of letters, digits, - and _, such as inbox/label",
    ),
  ),
  DELIVERY_SFTP_HOST: hostName(
    "DELIVERY_SFTP_HOST",
    "the name of an SFTP server, such as sftp.example.com",
  ),
  DELIVERY_SFTP_PORT: portNumber("DELIVERY_SFTP_PORT", "22"),
  DELIVERY_SFTP_USERNAME: v.optional(text("DELIVERY_SFTP_USERNAME")),
  DELIVERY_SFTP_PASSWORD: v.optional(v.string("DELIVERY_SFTP_PASSWORD must be a text.")),
  DELIVERY_SFTP_PRIVATE_KEY: v.optional(
    v.pipe(
      text("DELIVERY_SFTP_PRIVATE_KEY"),
      v.transform((key) => key.replaceAll("\\n", "\n")),
      v.regex(
        /^-----BEGIN (OPENSSH|RSA|EC) PRIVATE KEY-----[A-Za-z0-9+/=\s]+-----END \1 PRIVATE KEY-----$/,
        "DELIVERY_SFTP_PRIVATE_KEY must be a private key without a passphrase, as ssh-keygen writes it.",
      ),
    ),
  ),
  DELIVERY_SFTP_HOST_KEY: v.optional(
    matching(
      "DELIVERY_SFTP_HOST_KEY",
      /^SHA256:[A-Za-z0-9+/]{43}$/,
      "a fingerprint as ssh-keygen -lf prints it: SHA256: and 43 characters",
    ),
  ),
  DELIVERY_SFTP_FOLDER: v.optional(
    matching(
      "DELIVERY_SFTP_FOLDER",
      /^\/?[\w-]+(\/[\w-]+)*$/,
      "folders of letters, digits, - and _, such as inbox/label or /inbox/label",
    ),
  ),
  DDEX_SENDER_ID: dpid("DDEX_SENDER_ID"),
  DDEX_RECIPIENT_ID: dpid("DDEX_RECIPIENT_ID"),
  DDEX_TEST_MODE: flag("DDEX_TEST_MODE", "1"),
};
