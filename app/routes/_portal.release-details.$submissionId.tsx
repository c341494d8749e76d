export {
  default,
  handle,
  meta,
} from "~/features/portal/release/release-details-route";
export { action, loader } from "~/features/portal/release/release-details-route.server";
export { ErrorBoundary } from "~/ui/error-page";
