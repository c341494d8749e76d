import { connectionText, outcomeWord, toAnswer } from "~/domain/review/connection-text";
import { type IntegrationName, integrationNames, integrations } from "~/domain/review/integrations";
import { boardProbe } from "~/integrations/board/board-probe.server";
import { type Probe, runHealthCheck } from "~/observability/health/health-checks.server";
import { systemClock } from "~/platform/clock";
import type { Fetcher } from "~/platform/http-client";
import type { IntegrationState } from "~/platform/integration";
import type { Settings } from "~/platform/settings";
import {
  connectionMemory,
  integrationStates,
  openConnections,
} from "~/services/connections.server";
import { socketProbes } from "~/services/socket-probes.server";
import { thirdPartyProbes } from "~/services/third-party-probes.server";
import { errorMessage } from "./explain-failure";
import { parseGivenSettings } from "./given-settings";
import { askRunningPortal } from "./running-portal";
import { localSettingErrors } from "./settings-from-shell";
import { unknownSettings } from "./unknown-settings";

/** Bindings, which only a running portal can check. */
const BINDING_NAMES: readonly IntegrationName[] = ["images", "d1", "r2", "kv", "queue"];

interface DoctorOptions {
  /** The address of a running portal, which is asked for its own stores. */
  portalUrl?: string | undefined;
  /** The stand-ins of a local run, where they can be asked. */
  sandbox?: Fetcher;
}

interface Line {
  text: string;
  failed: boolean;
}

const toLine = (word: string, title: string, text: string, failed = false): Line => ({
  text: `${word.padEnd(10)}${title.padEnd(30)}${text}`,
  failed,
});

/** The state of each integration as `/staff/connections` has it, and the probes that it uses as well. */
function openProbes(settings: Settings, { sandbox }: DoctorOptions) {
  const clock = systemClock;
  const unasked: Fetcher = () => Promise.reject(new Error("The doctor asks no stand-in."));
  const isLocal = settings.ENVIRONMENT === "local";
  const memory = connectionMemory(clock);
  const deps = { sandbox: isLocal ? (sandbox ?? unasked) : undefined, memory, clock };
  const connections = openConnections(settings, deps);
  const states = integrationStates(connections, { settings, images: false });
  const { board, mail } = connections;
  const checkBoard = board.state === "off" ? undefined : boardProbe(board, undefined);
  const probes: Readonly<Record<string, Probe>> = {
    ...thirdPartyProbes({ settings, clock, connections, board: checkBoard }),
    ...socketProbes(mail, settings),
  };
  const canBeAsked = (state: IntegrationState) =>
    state === "live" || (state === "sandbox" && sandbox !== undefined);
  const probeOf = (name: IntegrationName) => (canBeAsked(states[name]) ? probes[name] : undefined);
  return { states, probeOf };
}

type CheckResult = Parameters<typeof toAnswer>[0] & { ms: number };

/** Says of an integration what its page says. */
function describeIntegration(
  name: IntegrationName,
  check: CheckResult | undefined,
  { states, settings }: { states: Record<IntegrationName, IntegrationState>; settings: Settings },
): Line {
  const facts = { state: states[name], settings, wasAsked: check !== undefined };
  const { title, word, sentences } = connectionText(name, facts);
  const answer = check && toAnswer(check);
  const outcome = answer ? [`${outcomeWord(answer)} ${answer.said} (${check.ms} ms)`] : [];
  const text = [...sentences.map((sentence) => sentence.text), ...outcome].join(" ");
  return toLine(word, title, text, answer?.ok === false);
}

/** What a running portal says of its bindings. */
async function describeBindings(
  portalUrl: string | undefined,
  facts: Parameters<typeof describeIntegration>[2],
): Promise<Line[]> {
  const checks: Readonly<Record<string, CheckResult>> | undefined =
    portalUrl === undefined ? undefined : await askRunningPortal(portalUrl);
  const lines = BINDING_NAMES.map((name) => {
    const check = checks?.[name];
    return check
      ? describeIntegration(name, check, facts)
      : toLine("Not asked", integrations[name].title, "Only a running portal can ask it.");
  });
  if (checks) return lines;
  const help =
    portalUrl === undefined
      ? "To ask a running portal: npm run doctor -- --url https://your.address"
      : `No portal answers at ${portalUrl}. Check the address after --url, then try again.`;
  return [...lines, { text: help, failed: portalUrl !== undefined }];
}

/**
 * Reads the settings of an environment, checks each third party that they set up, and reports what to
 * do. Settings that a deployment creates itself may be missing.
 */
export async function diagnose(
  env: Record<string, string | undefined>,
  options: DoctorOptions = {},
) {
  const title = "Settings";
  const unknown = unknownSettings(env).map((text) => toLine("Check", title, text));
  const localErrors = localSettingErrors(env).map((text) => toLine("Wrong", title, text, true));
  const toReport = (lines: readonly Line[]) => ({
    lines: lines.map(({ text }) => text),
    /** Whether something that is set up does not work. */
    failed: lines.some(({ failed }) => failed),
  });
  let settings: Settings;
  try {
    const defaults = { SIGNING_SECRET: "x".repeat(32), PUBLIC_URL: "http://localhost:8788" };
    const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
    settings = parseGivenSettings({ ...defaults, ...values });
  } catch (error) {
    const text = errorMessage(error);
    return toReport([toLine("Wrong", title, text, true), ...localErrors, ...unknown]);
  }
  const { states, probeOf } = openProbes(settings, options);
  const names = integrationNames.filter((name) => !BINDING_NAMES.includes(name));
  const [lines, bindings] = await Promise.all([
    Promise.all(
      names.map(async (name) => {
        const probe = probeOf(name);
        const check = probe && (await runHealthCheck(name, probe, systemClock));
        return describeIntegration(name, check, { states, settings });
      }),
    ),
    describeBindings(options.portalUrl, { states, settings }),
  ]);
  const settingLines =
    localErrors.length > 0 ? localErrors : [toLine("Fine", title, "They can be read.")];
  return toReport([...settingLines, ...unknown, ...lines, ...bindings]);
}
