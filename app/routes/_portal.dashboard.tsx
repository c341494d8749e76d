export { default, ErrorBoundary, meta } from "~/features/portal/dashboard/dashboard-route";
export { loader } from "~/features/portal/dashboard/dashboard-route.server";
