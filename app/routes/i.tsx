export { default, meta } from "~/features/wizard/links/invitation-address-route";
export { action, loader } from "~/features/wizard/links/invitation-address-route.server";
export { ErrorBoundary } from "~/ui/error-page";
