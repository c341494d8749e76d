export { default, ErrorBoundary, handle, meta } from "~/features/staff/analytics/analytics-route";
export { loader } from "~/features/staff/analytics/analytics-route.server";
