/**
 * How a third party is reached: `live` with credentials, `sandbox` through the local stand-in,
 * `off` when there is neither. Shown to staff and in the health report.
 */
export type IntegrationState = "live" | "sandbox" | "off";

/** Credentials win over the sandbox, so that a local run can be pointed at the real service. */
export function integrationState(integration: {
  configured: boolean;
  sandbox: boolean;
}): IntegrationState {
  if (integration.configured) return "live";
  return integration.sandbox ? "sandbox" : "off";
}
