export { default, handle, meta } from "~/features/portal/status/status-route";
export { action, loader } from "~/features/portal/status/status-route.server";
export { ErrorBoundary } from "~/ui/error-page";
