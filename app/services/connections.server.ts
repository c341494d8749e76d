import type { IntegrationName } from "~/domain/review/integrations";
import {
  type BoardConnection,
  boardConnection,
} from "~/integrations/board/board-connection.server";
import { deliveryConnection } from "~/integrations/delivery/delivery-connection";
import {
  createDriveCache,
  type DriveCache,
  type DriveConnection,
  driveConnection,
} from "~/integrations/drive/drive-connection.server";
import { type MailConnection, mailConnection } from "~/integrations/mail/mail-server";
import {
  type SigningConnection,
  signingConnection,
} from "~/integrations/signing/signing-connection.server";
import {
  type SpotifyConnection,
  type SpotifyMemory,
  spotifyConnection,
  spotifyMemory,
} from "~/integrations/spotify/spotify-connection.server";
import type { Clock } from "~/platform/clock";
import type { Fetcher } from "~/platform/http-client";
import type { IntegrationState } from "~/platform/integration";
import type { Settings } from "~/platform/settings";

/** The connection to each third party, or why there is none. */
export interface Connections {
  board: BoardConnection;
  drive: DriveConnection;
  spotify: SpotifyConnection;
  signing: SigningConnection;
  mail: MailConnection;
}

/** What connections cache between requests. */
export interface ConnectionMemory {
  drive: DriveCache;
  spotify: SpotifyMemory;
}

export function connectionMemory(clock: Clock): ConnectionMemory {
  return { drive: createDriveCache(), spotify: spotifyMemory(clock) };
}

/**
 * Opens the connections to third parties: for both workers, and for the doctor, which has no bindings.
 * @param sandbox answers in local runs for third parties that are not set up.
 */
export function openConnections(
  settings: Settings,
  deps: { sandbox: Fetcher | undefined; memory: ConnectionMemory; clock: Clock },
): Connections {
  const { sandbox, memory, clock } = deps;
  return {
    board: boardConnection(settings, sandbox, clock),
    drive: driveConnection(settings, sandbox, memory.drive, clock),
    spotify: spotifyConnection(settings, sandbox, memory.spotify, clock),
    signing: signingConnection(settings, sandbox, clock),
    mail: mailConnection(settings),
  };
}

/** The state of each connection. */
export function connectionStates(
  connections: Connections,
): Record<keyof Connections, IntegrationState> {
  const { board, drive, spotify, mail, signing } = connections;
  return {
    board: board.state,
    drive: drive.state,
    spotify: spotify.state,
    mail: mail.state,
    signing: signing.state,
  };
}

/** The state of each integration. The portal's own stores are always there. */
export function integrationStates(
  connections: Connections,
  { settings, images }: { settings: Settings; images: boolean },
): Record<IntegrationName, IntegrationState> {
  const platformState = settings.ENVIRONMENT === "production" ? "live" : "sandbox";
  return {
    ...connectionStates(connections),
    delivery: deliveryConnection(settings) ? "live" : "off",
    direct: settings.R2_S3_ENDPOINT ? "live" : "off",
    access: settings.ACCESS_TEAM_DOMAIN ? "live" : "off",
    images: images ? platformState : "off",
    d1: platformState,
    r2: platformState,
    kv: platformState,
    queue: platformState,
  };
}
