export { default, handle, meta } from "~/features/portal/release/splits-route";
export { action, loader } from "~/features/portal/release/splits-route.server";
export { ErrorBoundary } from "~/ui/error-page";
