import type { DeliveryPlace } from "~/domain/delivery/delivery-place";
import type { Clock } from "~/platform/clock";
import { network } from "~/platform/http-client";
import type { Settings } from "~/platform/settings";
import { s3Place } from "./s3-place.server";

/** The place that the settings name; undefined if they name none. */
export function openDelivery(settings: Settings, clock: Clock): DeliveryPlace | undefined {
  const {
    DELIVERY_S3_ENDPOINT: endpoint,
    DELIVERY_S3_BUCKET: bucket,
    DELIVERY_S3_ACCESS_KEY_ID: accessKeyId,
    DELIVERY_S3_SECRET_ACCESS_KEY: secretAccessKey,
    DELIVERY_S3_REGION: region,
    DELIVERY_S3_PREFIX: folders,
  } = settings;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  const prefix = folders ? `${folders}/` : "";
  return s3Place({
    ...{ endpoint, bucket, accessKeyId, secretAccessKey, region, prefix },
    ...{ clock, fetch: network },
  });
}
