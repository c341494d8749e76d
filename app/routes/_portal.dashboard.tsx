export { default, meta } from "~/features/portal/dashboard/dashboard-route";
export { loader } from "~/features/portal/dashboard/dashboard-route.server";
export { ErrorBoundary } from "~/ui/error-page";
