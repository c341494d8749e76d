import { bucketDocuments, type Documents } from "~/artists/agreement/documents.server";
import {
  type SigningConnection,
  signingConnection,
} from "~/artists/signing/signing-connection.server";
import { type BoardConnection, boardConnection } from "~/board/board-connection.server";
import type { ColumnMap } from "~/board/column-map";
import { readColumnMap, storeColumnMap } from "~/board/column-map-store.server";
import {
  type SpotifyConnection,
  type SpotifyMemory,
  spotifyConnection,
  spotifyMemory,
} from "~/catalogue/spotify-connection.server";
import {
  type DriveConnection,
  type DriveMemory,
  driveConnection,
  driveMemory,
} from "~/drive/drive-connection.server";
import type { TokenStore } from "~/entry/returning-store.server";
import type { ReadMode, SubmissionMode } from "~/entry/submission-mode";
import { readSubmissionMode, storeSubmissionMode } from "~/entry/submission-mode.server";
import { jobBacklog } from "~/jobs/job-store.server";
import { type MappingMemory, readImageMapping } from "~/media/image-mapping.server";
import { pictureShrinker } from "~/media/shrink-picture.server";
import { type FailureNotes, openFailureNotes } from "~/monitoring/errors/note-failures.server";
import { type Gatherer, openGatherer } from "~/monitoring/gathered/gather.server";
import { type Health, readHealth } from "~/monitoring/health.server";
import { type Log, reasonOf } from "~/monitoring/log";
import { type Drill, drill } from "~/platform/drill.server";
import type { IntegrationState } from "~/platform/integration";
import { type EdgeLimits, edgeLimitsOf } from "~/platform/rate/edge-limits.server";
import { parseSettings, type Settings } from "~/platform/settings";
import { type AccessDoor, type AccessMemory, accessDoor } from "~/staff/access.server";
import type { IntegrationName } from "~/staff/integrations";
import { carriersFor } from "~/uploads/receiving/carriers.server";
import type { Shrink } from "~/uploads/receiving/make-preview.server";
import type { ReceivingDeps } from "~/uploads/receiving/receiving-deps.server";
import { openCorrespondence } from "./correspondence.server";
import { type Bindings, openStores, probesOf, type Stores } from "./stores.server";
import { accessEnds, integrationStates, thirdPartyProbes } from "./third-parties.server";

/** What pages, calls and jobs work with: typed stores and connections, never bindings. */
export type Services = Stores &
  ReturnType<typeof openCorrespondence> & {
    settings: Settings;
    /** The address of this site, without a path. */
    site: string;
    uploads: ReceivingDeps;
    shrinkPicture: Shrink;
    /** The sizes in which there are pictures of the site's own pages; empty where that cannot be read. */
    imageMapping: () => ReturnType<typeof readImageMapping>;
    /** How the board is reached, if at all, and where things stand on it. */
    board: BoardConnection;
    boardColumns: () => Promise<ColumnMap>;
    /** @throws what KV throws. */
    storeColumns: (map: ColumnMap) => Promise<void>;
    /** How the cloud drive is reached, if at all. */
    drive: DriveConnection;
    /** How Spotify is reached, if at all. */
    spotify: SpotifyConnection;
    /** How agreements are signed at Dropbox Sign; where that is off, they are signed here. */
    signing: SigningConnection;
    /** Signed agreements. */
    documents: Documents;
    /** Cloudflare Access, where it lets staff in. */
    access: AccessDoor | undefined;
    /** The platform's own limits, for `takeCall`. */
    edgeLimits: EdgeLimits;
    submissionMode: () => Promise<ReadMode>;
    /** @throws what KV throws. */
    storeMode: (mode: SubmissionMode) => Promise<void>;
    /** What returning artists' links open. */
    tokens: TokenStore;
    health: () => Promise<Health>;
    /** What browsers measure, and what went wrong, until it is written. */
    measures: Gatherer;
    failures: FailureNotes;
    probes: ReturnType<typeof probesOf>;
    /** Whether third parties answer that are set up; see there. */
    thirdParties: ReturnType<typeof thirdPartyProbes>;
    /** When what Cloudflare Access signs with ends; see there. */
    accessEnds: ReturnType<typeof accessEnds>;
    /** How each integration is reached, by its name. */
    integrations: Readonly<Record<IntegrationName, IntegrationState>>;
    /** Fails on purpose where a local run asks for it. */
    drill: Drill;
  };

/** What an isolate remembers between requests. */
export interface Memory {
  drive: DriveMemory;
  spotify: SpotifyMemory;
  access: AccessMemory;
  measures: Gatherer;
  failures: FailureNotes;
  images: MappingMemory;
}

/** A memory of its own for an isolate. */
export function isolateMemory(): Memory {
  return {
    drive: driveMemory(),
    spotify: spotifyMemory(),
    access: {},
    images: {},
    measures: openGatherer(),
    failures: openFailureNotes(),
  };
}

const noTokens = () => Promise.reject(new Error("This worker has no TOKENS namespace."));
const NO_TOKENS: TokenStore = { get: noTokens, put: noTokens, delete: noTokens };

let cachedSettings: Settings | undefined;

/** The settings, parsed once per isolate; malformed ones are logged. */
function settingsOf(bindings: Bindings, log: Log): Settings {
  try {
    cachedSettings ??= parseSettings({ ...bindings });
    return cachedSettings;
  } catch (error) {
    log("error", "config.unreadable", { reason: reasonOf(error) });
    throw error;
  }
}

/**
 * The one place where bindings and settings become services, for both workers.
 * @param local the address of the site where the setting PUBLIC_URL says none, as in local runs.
 * @throws Error naming each setting that is missing or malformed.
 */
export function openServices(
  bindings: Bindings,
  log: Log,
  { memory, local }: { memory: Memory; local: string },
): Services {
  const { FILES, CONFIG, IMAGES, ASSETS, SANDBOX } = bindings;
  const settings = settingsOf(bindings, log);
  const stores = openStores(bindings, log);
  const { db, clock, ids } = stores;
  const site = settings.PUBLIC_URL ?? local;
  const standIn = SANDBOX && ((request: Request) => SANDBOX.fetch(request));
  const board = boardConnection(settings, standIn);
  const drive = driveConnection(settings, standIn, memory.drive);
  const spotify = spotifyConnection(settings, standIn, memory.spotify);
  const signing = signingConnection(settings, standIn);
  const boardColumns = () => readColumnMap(CONFIG, log);
  const correspondence = openCorrespondence(settings, { db, ids, site });
  const mail = correspondence.mail.connection;
  return {
    ...stores,
    settings,
    site,
    uploads: { db, ...carriersFor(settings, FILES, clock) },
    shrinkPicture: pictureShrinker(IMAGES),
    imageMapping: () => readImageMapping(ASSETS, memory.images),
    board,
    boardColumns,
    storeColumns: (map) => storeColumnMap(CONFIG, map),
    drive,
    spotify,
    signing,
    documents: bucketDocuments(FILES),
    ...correspondence,
    access: accessDoor(settings, memory.access),
    edgeLimits: edgeLimitsOf(bindings),
    submissionMode: () => readSubmissionMode(CONFIG, log),
    storeMode: (mode) => storeSubmissionMode(CONFIG, mode),
    tokens: bindings.TOKENS ?? NO_TOKENS,
    health: () =>
      readHealth({
        db,
        files: FILES,
        config: CONFIG,
        backlog: () => jobBacklog(db, clock()),
        integrations: {
          board: board.state,
          drive: drive.state,
          spotify: spotify.state,
          mail: mail.state,
          signing: signing.state,
        },
      }),
    measures: memory.measures,
    failures: memory.failures,
    probes: probesOf(bindings, stores),
    thirdParties: thirdPartyProbes({
      settings,
      clock,
      board,
      boardColumns,
      drive,
      spotify,
      signing,
    }),
    accessEnds: accessEnds(settings),
    integrations: integrationStates(
      { board, drive, spotify, signing, mail },
      { settings, images: IMAGES !== undefined },
    ),
    drill: drill(SANDBOX),
  };
}
