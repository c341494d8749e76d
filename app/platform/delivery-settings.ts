import * as v from "valibot";
import { address, bucketName, optionalSecret, text } from "./setting-rules";

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
    v.pipe(
      text("DELIVERY_S3_REGION"),
      v.regex(/^[a-z0-9-]{2,40}$/, "DELIVERY_S3_REGION must be a region, such as eu-west-1."),
    ),
    "auto",
  ),
  DELIVERY_S3_PREFIX: v.optional(
    v.pipe(
      text("DELIVERY_S3_PREFIX"),
      v.regex(
        /^[\w-]+(\/[\w-]+)*$/,
        "DELIVERY_S3_PREFIX must be folders of letters, digits, - and _, such as inbox/label.",
      ),
    ),
  ),
  DDEX_SENDER_ID: dpid("DDEX_SENDER_ID"),
  DDEX_RECIPIENT_ID: dpid("DDEX_RECIPIENT_ID"),
  DDEX_TEST_MODE: v.optional(v.picklist(["0", "1"], 'DDEX_TEST_MODE must be "1" or "0".'), "1"),
};
