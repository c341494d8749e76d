export { default, ErrorBoundary, handle, meta } from "~/features/portal/release/splits-route";
export { action, loader } from "~/features/portal/release/splits-route.server";
