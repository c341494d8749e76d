export { default, ErrorBoundary, meta } from "~/features/staff/connections/test-dashboard-route";
export { action, loader } from "~/features/staff/connections/test-dashboard-route.server";
