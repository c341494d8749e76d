export { default, ErrorBoundary, handle } from "~/features/portal/portal-route";
export { loader } from "~/features/portal/portal-route.server";
