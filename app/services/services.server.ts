import type { TokenStore } from "~/domain/access/returning-store.server";
import {
  type AccessKeyCache,
  type AccessVerifier,
  createAccessVerifier,
} from "~/domain/access/staff/access.server";
import type { ReadMode, SubmissionMode } from "~/domain/access/submission-mode";
import { readSubmissionMode, storeSubmissionMode } from "~/domain/access/submission-mode.server";
import { bucketDocuments, type Documents } from "~/domain/artists/agreement/documents.server";
import type { CopyPart } from "~/domain/artists/agreement/file-document.server";
import type { Board } from "~/domain/board/board";
import { createDecoderPool, type DecoderPool } from "~/domain/media/flac/decoder-pool";
import type { FlacModules } from "~/domain/media/flac/libflac";
import { type MappingMemory, readImageMapping } from "~/domain/media/image-mapping.server";
import { createPictureShrinker } from "~/domain/media/shrink-picture.server";
import type { Mirror } from "~/domain/mirror/mirror";
import type { IntegrationName } from "~/domain/review/integrations";
import { type ArchiveStore, bucketArchive } from "~/domain/submission/record/archive/archive-store";
import type { Shrink } from "~/domain/uploads/receiving/make-preview.server";
import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import { createStorageBackends } from "~/domain/uploads/receiving/storage-backends.server";
import { type BoardSetup, openBoard } from "~/integrations/board/board-setup.server";
import {
  type DeliveryConnection,
  deliveryConnection,
} from "~/integrations/delivery/delivery-connection";
import type { DriveConnection } from "~/integrations/drive/drive-connection.server";
import { storedSource } from "~/integrations/drive/mirror-file.server";
import { driveMirror } from "~/integrations/drive/mirror-submission.server";
import type { SigningConnection } from "~/integrations/signing/signing-connection.server";
import type { SpotifyConnection } from "~/integrations/spotify/spotify-connection.server";
import { jobBacklog } from "~/jobs/job-store.server";
import { lastSweepAt } from "~/jobs/sweep-runs.server";
import {
  createMeasureBuffer,
  type MeasureBuffer,
} from "~/observability/analytics/measure-buffer.server";
import {
  createFailureBuffer,
  type FailureBuffer,
} from "~/observability/errors/failure-buffer.server";
import { type Health, readHealth } from "~/observability/health/health.server";
import { type RestoreDrill, readDrill } from "~/observability/health/restore-drill.server";
import { sweepSilentSince } from "~/observability/health/sweep-silence";
import { errorReason, type Log } from "~/observability/log";
import { systemClock } from "~/platform/clock";
import { createFaultInjector, type FaultInjector } from "~/platform/fault-injection.server";
import { network } from "~/platform/http-client";
import type { IntegrationState } from "~/platform/integration";
import { type EdgeLimits, edgeLimitsOf } from "~/platform/rate/edge-limits.server";
import { parseSettings, type Settings } from "~/platform/settings";
import {
  type ConnectionMemory,
  connectionMemory,
  connectionStates,
  integrationStates,
  openConnections,
} from "./connections.server";
import {
  type AccountService,
  type MailService,
  openMailAndAccounts,
} from "./mail-and-accounts.server";
import { type Bindings, openStores, probesOf, type Stores } from "./stores.server";
import { accessCertificateExpiry, thirdPartyProbes } from "./third-party-probes.server";

interface MonitoringService {
  health: () => Promise<Health>;
  /** Since when the sweep has been silent for too long; undefined while it runs. */
  sweepSilence: () => Promise<string | undefined>;
  /** Browser measurements and errors, buffered until they are written. */
  measures: MeasureBuffer;
  failures: FailureBuffer;
  integrations: Readonly<Record<IntegrationName, IntegrationState>>;
  /** Probes of our own stores. */
  stores: ReturnType<typeof probesOf>;
  /** Probes of the third parties that are set up. */
  thirdParties: ReturnType<typeof thirdPartyProbes>;
  accessCertificateExpiry: ReturnType<typeof accessCertificateExpiry>;
  /** When it was last tried to restore a backup, and what came of it. */
  lastDrill: () => Promise<RestoreDrill | undefined>;
}

/**
 * The services of pages, calls and jobs: typed stores and connections, never bindings, grouped by subject.
 */
export type Services = Stores & {
  settings: Settings;
  /** The address of this site, without a path. */
  site: string;
  mail: MailService;
  artists: {
    accounts: AccountService;
    /** Signing at Dropbox Sign; where that is off, agreements are signed on our own page. */
    signing: SigningConnection;
    documents: Documents;
    /** Mails an artist a copy of the agreement that they signed. */
    copyPart: CopyPart;
  };
  uploads: ReceivingDeps;
  /** The details of closed submissions. */
  archive: ArchiveStore;
  board: Board | undefined;
  boardSetup: BoardSetup;
  delivery: DeliveryConnection | undefined;
  mirror: Mirror | undefined;
  /** What only checks of the drive need. */
  drive: DriveConnection;
  spotify: SpotifyConnection;
  pictures: {
    shrink: Shrink;
    /** The sizes in which the pictures of the site's own pages exist; empty if that cannot be read. */
    sizes: () => ReturnType<typeof readImageMapping>;
  };
  /** Whether submissions are open, and the tokens of returning artists' links. */
  entry: {
    mode: () => Promise<ReadMode>;
    /** @throws whatever KV throws. */
    storeMode: (mode: SubmissionMode) => Promise<void>;
    tokens: TokenStore;
  };
  /** What Cloudflare does before us: Access for staff, and its rate limits for `limitCall`. */
  edge: { access: AccessVerifier | undefined; limits: EdgeLimits };
  monitoring: MonitoringService;
  /** Injects faults where a local run asks for them. */
  drill: FaultInjector;
};

/** What an isolate caches between requests. */
interface Memory {
  connections: ConnectionMemory;
  access: AccessKeyCache;
  measures: MeasureBuffer;
  failures: FailureBuffer;
  images: MappingMemory;
  decoders?: DecoderPool | undefined;
}

export function createIsolateMemory(): Memory {
  return {
    connections: connectionMemory(systemClock),
    access: {},
    images: {},
    measures: createMeasureBuffer(Math.random),
    failures: createFailureBuffer(),
  };
}

let cachedSettings: Settings | undefined;

/** The settings, parsed once per isolate; malformed ones are logged. */
function readSettings(bindings: Bindings, log: Log): Settings {
  try {
    cachedSettings ??= parseSettings({ ...bindings });
    return cachedSettings;
  } catch (error) {
    log("error", "config.unreadable", { reason: errorReason(error) });
    throw error;
  }
}

/**
 * The one place where bindings and settings become services, for both workers.
 * @param local the address of the site if the setting PUBLIC_URL is missing, as in local runs.
 * @param flac the codec of compressed uploads; only in the site's worker.
 * @throws Error naming each setting that is missing or malformed.
 */
export function openServices(
  bindings: Bindings,
  log: Log,
  { memory, local, flac }: { memory: Memory; local: string; flac?: FlacModules | undefined },
): Services {
  const { FILES, CONFIG, TOKENS, IMAGES, ASSETS, SANDBOX } = bindings;
  const settings = readSettings(bindings, log);
  const stores = openStores(bindings, log);
  const { db, clock, ids } = stores;
  const site = settings.PUBLIC_URL ?? local;
  const sandbox = SANDBOX && ((request: Request) => SANDBOX.fetch(request));
  const connections = openConnections(settings, { sandbox, clock, memory: memory.connections });
  const { drive, spotify, signing, mail: connection } = connections;
  const { board, boardSetup } = openBoard(connections.board, { db, config: CONFIG, log });
  const sweepSilence = async () =>
    sweepSilentSince(await lastSweepAt(db), settings.SWEEP_SILENCE_MINUTES, clock());
  memory.decoders ??= flac && createDecoderPool(flac);
  const { mail, accounts, copyPart } = openMailAndAccounts(settings, { connection, db, ids, site });
  const storage = createStorageBackends(settings, FILES, clock);
  return {
    ...stores,
    settings,
    site,
    mail,
    artists: { accounts, signing, documents: bucketDocuments(FILES), copyPart },
    uploads: {
      db,
      ...storage,
      openDecoder: settings.UPLOAD_COMPRESSION === "1" ? memory.decoders?.open : undefined,
    },
    archive: bucketArchive(FILES),
    board,
    boardSetup,
    delivery: deliveryConnection(settings),
    mirror:
      drive.state === "off"
        ? undefined
        : driveMirror({ db, client: drive.client, source: storedSource(storage), ids }),
    drive,
    spotify,
    pictures: {
      shrink: createPictureShrinker(IMAGES),
      sizes: () => readImageMapping(ASSETS, memory.images),
    },
    entry: {
      mode: () => readSubmissionMode(CONFIG, log),
      storeMode: (mode) => storeSubmissionMode(CONFIG, mode),
      tokens: TOKENS,
    },
    edge: {
      access: createAccessVerifier(settings, memory.access, {
        fetcher: network,
        cooldownMs: 30_000,
      }),
      limits: edgeLimitsOf(bindings),
    },
    monitoring: {
      sweepSilence,
      health: () =>
        readHealth({
          release: bindings.RELEASE ?? null,
          db,
          clock,
          files: FILES,
          config: CONFIG,
          backlog: () => jobBacklog(db, clock()),
          sweepSilence,
          integrations: connectionStates(connections),
        }),
      measures: memory.measures,
      failures: memory.failures,
      integrations: integrationStates(connections, { settings, images: IMAGES !== undefined }),
      stores: probesOf(bindings, stores),
      thirdParties: thirdPartyProbes({ settings, clock, connections, board: board?.check }),
      accessCertificateExpiry: accessCertificateExpiry(settings, { fetcher: network, clock }),
      lastDrill: () => readDrill(CONFIG),
    },
    drill: createFaultInjector(SANDBOX),
  };
}
