/** `live` with credentials, `sandbox` with the local stand-in, else `off`. */
export type IntegrationState = "live" | "sandbox" | "off";

/** Credentials win over the sandbox, so that a local run can use the real service. */
export function integrationState(integration: {
  configured: boolean;
  sandbox: boolean;
}): IntegrationState {
  if (integration.configured) return "live";
  return integration.sandbox ? "sandbox" : "off";
}
