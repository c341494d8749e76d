import { type IntegrationName, integrationNames, integrations } from "~/domain/review/integrations";
import { mailProbe } from "~/integrations/mail/mail-probe.server";
import { type Probe, runHealthCheck } from "~/observability/health/health-checks.server";
import { systemClock } from "~/platform/clock";
import type { IntegrationState } from "~/platform/integration";
import type { Settings } from "~/platform/settings";
import {
  connectionMemory,
  integrationStates,
  openConnections,
} from "~/services/connections.server";
import { redactingProbe, thirdPartyProbes } from "~/services/third-party-probes.server";
import { parseGivenSettings } from "./given-settings";
import { localSettingErrors } from "./settings-from-shell";
import { unknownSettings } from "./unknown-settings";

/** Bindings, which only a running portal can check. */
const BINDING_NAMES: readonly IntegrationName[] = ["images", "d1", "r2", "kv", "queue"];

/** The report of the doctor, one line for each check. */
export interface Report {
  lines: string[];
  /** Whether something that is set up does not work. */
  failed: boolean;
}

/** The probes that `/staff/connections` and the sweep use as well. */
function createProbes(settings: Settings): Readonly<Record<string, Probe>> {
  const clock = systemClock;
  const memory = connectionMemory(clock);
  const connections = openConnections(settings, { sandbox: undefined, memory, clock });
  const { mail } = connections;
  return {
    ...thirdPartyProbes({ settings, clock, connections, columns: undefined }),
    ...(mail.state === "live" && { mail: redactingProbe(mailProbe(mail.server), settings) }),
  };
}

/** The state of each integration with these settings, as `/staff/connections` shows it. */
function createStates(settings: Settings): Record<IntegrationName, IntegrationState> {
  // A local run has a sandbox beside it, which is not called here.
  const sandbox = () => Promise.reject(new Error("The doctor asks no stand-in."));
  const isLocal = settings.ENVIRONMENT === "local";
  const deps = { memory: connectionMemory(systemClock), clock: systemClock };
  const connections = openConnections(settings, {
    ...deps,
    sandbox: isLocal ? sandbox : undefined,
  });
  return integrationStates(connections, { settings, images: false });
}

const LABELS = { well: "well", ill: "NOT WELL", off: "off", sandbox: "sandbox", check: "CHECK" };
const line = (label: keyof typeof LABELS, title: string, text: string) =>
  `${LABELS[label].padEnd(10)}${title.padEnd(30)}${text}`;

async function checkIntegration(
  name: IntegrationName,
  { state, probe }: { state: IntegrationState; probe: Probe | undefined },
) {
  const { title, settings, without = "" } = integrations[name];
  const names = settings.join(", ");
  if (state === "sandbox" && !probe)
    return line(
      "sandbox",
      title,
      `A stand-in on this machine; off in production. For the real thing: ${names}.`,
    );
  if (!probe) return line("off", title, `${without} To set it up: ${names}.`);
  const { ok, ms, detail } = await runHealthCheck(name, probe, systemClock);
  return line(
    ok ? "well" : "ill",
    title,
    ok ? `${detail ?? "It answers."} (${ms} ms)` : `${detail}`,
  );
}

/**
 * Reads the settings of an environment, checks each third party that they set up, and reports what to
 * do. Settings that a deployment creates itself may be missing.
 */
export async function diagnose(env: Record<string, string | undefined>): Promise<Report> {
  const unknown = unknownSettings(env).map((text) => line("check", "Settings", text));
  const localErrors = localSettingErrors(env).map((text) => line("ill", "Settings", text));
  let settings: Settings;
  try {
    const defaults = { SIGNING_SECRET: "x".repeat(32), PUBLIC_URL: "http://localhost:8788" };
    const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
    settings = parseGivenSettings({ ...defaults, ...values });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { lines: [line("ill", "Settings", text), ...localErrors, ...unknown], failed: true };
  }
  const [probes, states] = [createProbes(settings), createStates(settings)];
  const names = integrationNames.filter((name) => !BINDING_NAMES.includes(name));
  const lines = await Promise.all(
    names.map((name) => checkIntegration(name, { state: states[name], probe: probes[name] })),
  );
  const settingLines =
    localErrors.length > 0 ? localErrors : [line("well", "Settings", "They can be read.")];
  const failed = [...settingLines, ...lines].some((line) => line.startsWith(LABELS.ill));
  const stores = "Its own stores a running portal asks itself: /staff/connections and /api/health.";
  return { lines: [...settingLines, ...unknown, ...lines, stores], failed };
}
