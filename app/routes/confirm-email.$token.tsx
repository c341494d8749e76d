export {
  default,
  handle,
  meta,
} from "~/features/portal/profile/confirm-email-route";
export { action, loader } from "~/features/portal/profile/confirm-email-route.server";
export { ErrorBoundary } from "~/ui/error-page";
