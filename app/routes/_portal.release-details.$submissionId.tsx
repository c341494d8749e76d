export {
  default,
  ErrorBoundary,
  handle,
  meta,
} from "~/features/portal/release/release-details-route";
export { action, loader } from "~/features/portal/release/release-details-route.server";
