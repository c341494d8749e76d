import type { DeliveryPlace } from "~/domain/delivery/delivery-place";
import type { Clock } from "~/platform/clock";
import { network } from "~/platform/http-client";
import type { DeliveryConnection } from "./delivery-connection";
import { s3Place } from "./s3-place.server";
import { sftpPlace } from "./sftp-place.server";

/** The place of a connection, for runtimes with sockets. */
export const openDelivery = (connection: DeliveryConnection, clock: Clock): DeliveryPlace =>
  connection.kind === "s3"
    ? s3Place({ ...connection, clock, fetch: network })
    : sftpPlace(connection);
