export { default, ErrorBoundary, handle, meta } from "~/features/portal/status/status-route";
export { action, loader } from "~/features/portal/status/status-route.server";
