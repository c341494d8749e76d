import type { Clock } from "~/platform/clock";
import type { Settings } from "~/platform/settings";
import { ownCarrier } from "./own-carrier.server";
import type { ReceivingDeps } from "./receiving-deps.server";
import { s3Carrier } from "./s3-carrier.server";

/** The carriers by the settings: S3 where its access is set, else our own origin alone. */
export function carriersFor(
  settings: Settings,
  files: R2Bucket,
  clock: Clock,
): Omit<ReceivingDeps, "db"> {
  const own = ownCarrier(files, settings.SIGNING_SECRET);
  const quota = { bytes: settings.LIMIT_DRAFT_FILES_MB * 1e6, open: settings.LIMIT_OPEN_UPLOADS };
  const limits = { quota, spooled: settings.LIMIT_SPOOLED_FILES };
  const {
    R2_S3_ENDPOINT: endpoint,
    R2_S3_BUCKET: bucket,
    R2_S3_ACCESS_KEY_ID: accessKeyId,
    R2_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  // parseSettings takes all of them or none.
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    return { carrier: own, own, ...limits };
  const carrier = s3Carrier({ endpoint, bucket, accessKeyId, secretAccessKey, clock });
  return { carrier, own, ...limits };
}
