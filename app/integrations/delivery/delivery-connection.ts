import type { Settings } from "~/platform/settings";
import type { DeliveryBucket } from "./s3-place.server";
import type { SftpServer } from "./sftp-place.server";

export type DeliveryConnection =
  | ({ kind: "s3" } & DeliveryBucket)
  | ({ kind: "sftp" } & SftpServer);

const within = (folder: string | undefined) => (folder ? `, in ${folder}` : "");

function bucketOf(settings: Settings): DeliveryConnection | undefined {
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
  const name = `${bucket} at ${new URL(endpoint).host}${within(prefix)}`;
  return { kind: "s3", name, endpoint, bucket, accessKeyId, secretAccessKey, region, prefix };
}

function serverOf(settings: Settings): DeliveryConnection | undefined {
  const {
    DELIVERY_SFTP_HOST: host,
    DELIVERY_SFTP_PORT: port,
    DELIVERY_SFTP_USERNAME: username,
    DELIVERY_SFTP_PASSWORD: password,
    DELIVERY_SFTP_PRIVATE_KEY: privateKey,
    DELIVERY_SFTP_HOST_KEY: hostKey,
    DELIVERY_SFTP_FOLDER: folder = "",
  } = settings;
  if (!host || !username || !hostKey) return undefined;
  const name = `${username} at ${host}:${port}${within(folder)}`;
  const signIn = { username, password, privateKey };
  return { kind: "sftp", name, host, port: Number(port), ...signIn, hostKey, folder };
}

/** The place that the settings name; undefined if they name none. */
export const deliveryConnection = (settings: Settings): DeliveryConnection | undefined =>
  bucketOf(settings) ?? serverOf(settings);
