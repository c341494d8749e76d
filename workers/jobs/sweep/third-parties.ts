import type { BoardConnection } from "~/board/connection.server";
import { testConnection } from "~/board/monday-client.server";
import type { SpotifyConnection } from "~/catalogue/connection.server";
import { testSpotify } from "~/catalogue/spotify-client.server";
import type { DriveConnection } from "~/drive/connection.server";
import { testDrive } from "~/drive/drive-client.server";
import type { MailConnection } from "~/mail/mail-server";
import { PROBE_PATIENCE, testMailServer } from "~/mail/smtp.server";
import type { Probe } from "~/monitoring/health-checks.server";

interface Connections {
  board: BoardConnection;
  drive: DriveConnection;
  spotify: SpotifyConnection;
  mail: MailConnection;
}

/**
 * What to ask each third party that is set up, to know that it answers and takes our credentials.
 * One call each, or a sign-in without a mail: nothing is changed and nobody is written to.
 */
export function thirdParties({
  board,
  drive,
  spotify,
  mail,
}: Connections): Readonly<Record<string, Probe>> {
  return {
    ...(board.state !== "off" && {
      board: async () => `version ${(await testConnection(board.client)).apiVersion}`,
    }),
    ...(drive.state !== "off" && { drive: () => testDrive(drive.client) }),
    ...(spotify.state !== "off" && {
      spotify: async () => {
        await testSpotify(spotify.client);
        return undefined;
      },
    }),
    ...(mail.state !== "off" && {
      mail: async () => {
        await testMailServer(mail.server, PROBE_PATIENCE);
        return undefined;
      },
    }),
  };
}
