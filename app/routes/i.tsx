export { default, ErrorBoundary, meta } from "~/features/wizard/links/invitation-address-route";
export { action, loader } from "~/features/wizard/links/invitation-address-route.server";
