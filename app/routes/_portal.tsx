export { default, handle } from "~/features/portal/portal-route";
export { loader } from "~/features/portal/portal-route.server";
export { ErrorBoundary } from "~/ui/error-page";
