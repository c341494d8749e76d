import * as v from "valibot";
import { s3Backend } from "~/domain/uploads/receiving/s3-backend.server";
import { S3Error } from "~/domain/uploads/receiving/s3-requests.server";
import { deliveryConnection } from "~/integrations/delivery/delivery-connection";
import { deliveryProbe } from "~/integrations/delivery/delivery-probe.server";
import { s3Place } from "~/integrations/delivery/s3-place.server";
import { driveProbe } from "~/integrations/drive/drive-probe.server";
import { signingProbe } from "~/integrations/signing/signing-connection.server";
import { spotifyProbe } from "~/integrations/spotify/spotify-probe.server";
import { isProbeError, type Probe, ProbeError } from "~/observability/health/health-checks.server";
import { errorReason } from "~/observability/log";
import { certificateEnd } from "~/platform/certificate-end";
import type { Clock } from "~/platform/clock";
import type { DatedName } from "~/platform/credential-ends";
import { type Fetcher, fetchJson, HttpError, network } from "~/platform/http-client";
import { redactSecrets } from "~/platform/redact-secrets";
import type { Settings } from "~/platform/settings";
import type { Connections } from "./connections.server";

interface ProbeDeps {
  settings: Settings;
  clock: Clock;
  connections: Connections;
  /** The board's check; undefined where none is connected. */
  board: Probe | undefined;
}

const keySchema = v.object({
  keys: v.pipe(v.array(v.unknown()), v.minLength(1)),
  public_certs: v.optional(v.array(v.object({ cert: v.string() })), []),
});

const createKeysRequest = (team: string) => new Request(`https://${team}/cdn-cgi/access/certs`);

/** Cloudflare renews its keys at least a week before the old ones end; fewer days mean that it did not. */
const ACCESS_NOTICE_DAYS = 3;

/**
 * The end of the newest certificate that Cloudflare Access signs with; empty if Access is not set up or does
 * not answer, which its probe reports.
 */
export function accessCertificateExpiry(
  { ACCESS_TEAM_DOMAIN: team }: Pick<Settings, "ACCESS_TEAM_DOMAIN">,
  { fetcher, clock }: { fetcher: Fetcher; clock: Clock },
): () => Promise<DatedName[]> {
  return async () => {
    if (!team) return [];
    const reply = await fetchJson(fetcher, createKeysRequest(team), 10_000, clock).catch(
      () => undefined,
    );
    const keys = v.safeParse(keySchema, reply);
    if (!keys.success) return [];
    const ends = keys.output.public_certs.flatMap(({ cert }) => certificateEnd(cert) ?? []);
    const endsAt = ends.toSorted().at(-1);
    if (!endsAt) return [];
    return [{ name: `Certificate of ${team}`, endsAt, noticeDays: ACCESS_NOTICE_DAYS }];
  };
}

/** Probes whether Cloudflare Access hands out the team's keys. */
function accessProbe(team: string, clock: Clock): Probe {
  return async () => {
    const help = "Check ACCESS_TEAM_DOMAIN: TEAM.cloudflareaccess.com, as Zero Trust shows it.";
    try {
      const keys = v.safeParse(
        keySchema,
        await fetchJson(network, createKeysRequest(team), 10_000, clock),
      );
      if (!keys.success) throw new ProbeError(`${team} hands out no keys. ${help}`);
      return `${team} hands out its keys.`;
    } catch (error) {
      if (error instanceof HttpError) throw new ProbeError(`${help} (${error.message})`);
      throw error;
    }
  };
}

/** Probes the bucket by S3, with an object that need not exist. */
function directProbe(settings: Settings, clock: Clock): Probe | undefined {
  const { R2_S3_ENDPOINT: endpoint, R2_S3_BUCKET: bucket } = settings;
  const { R2_S3_ACCESS_KEY_ID: accessKeyId, R2_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  const access = { endpoint, bucket, accessKeyId, secretAccessKey };
  return async () => {
    try {
      await s3Backend({ ...access, clock, fetch: network }).size("health");
      return `The bucket ${bucket} opens.`;
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      const help =
        error.status === 403 || error.status === 401
          ? "Set R2_S3_ACCESS_KEY_ID and R2_S3_SECRET_ACCESS_KEY to a token that may read and write the bucket."
          : "Check R2_S3_ENDPOINT and R2_S3_BUCKET, then try again.";
      throw new ProbeError(`${help} ${error.message}`);
    }
  };
}

/** Removes our secrets from everything that a probe reports. */
export function redactingProbe(probe: Probe, settings: Settings): Probe {
  return async () => {
    try {
      const message = await probe();
      return message && redactSecrets(message, settings);
    } catch (error) {
      const text = isProbeError(error) ? error.message : errorReason(error);
      throw new ProbeError(redactSecrets(text, settings));
    }
  };
}

/**
 * The probes of the third parties that are set up: whether they answer and accept our credentials. Each makes
 * a call or two, and changes nothing. `socketProbes` has those that the site's runtime cannot reach.
 */
export function thirdPartyProbes({
  settings,
  clock,
  connections: { drive, spotify, signing },
  board,
}: ProbeDeps): Readonly<Record<string, Probe>> {
  const team = settings.ACCESS_TEAM_DOMAIN;
  const direct = directProbe(settings, clock);
  const delivery = deliveryConnection(settings);
  const probes: Record<string, Probe> = {
    ...(board && { board }),
    ...(drive.state !== "off" && { drive: driveProbe(drive.client) }),
    ...(spotify.state !== "off" && { spotify: spotifyProbe(spotify.client) }),
    ...(signing.state !== "off" && { signing: signingProbe(signing.client) }),
    ...(direct && { direct }),
    ...(delivery?.kind === "s3" && {
      delivery: deliveryProbe(s3Place({ ...delivery, clock, fetch: network })),
    }),
    ...(team && { access: accessProbe(team, clock) }),
  };
  return Object.fromEntries(
    Object.entries(probes).map(([name, probe]) => [name, redactingProbe(probe, settings)]),
  );
}
