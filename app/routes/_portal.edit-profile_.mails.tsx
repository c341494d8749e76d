export { default, meta } from "~/features/portal/profile/mail-choices-route";
export { action, loader } from "~/features/portal/profile/mail-choices-route.server";
export { ErrorBoundary } from "~/ui/error-page";
