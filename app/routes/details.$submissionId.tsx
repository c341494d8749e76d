export {
  default,
  handle,
  links,
  meta,
} from "~/features/public/release/release-route";
export { loader } from "~/features/public/release/release-route.server";
export { ErrorBoundary } from "~/ui/error-page";
