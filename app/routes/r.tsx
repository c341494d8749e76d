export { default, meta } from "~/features/wizard/links/returning-address-route";
export { action, loader } from "~/features/wizard/links/returning-address-route.server";
export { ErrorBoundary } from "~/ui/error-page";
