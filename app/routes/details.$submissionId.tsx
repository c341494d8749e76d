export {
  default,
  ErrorBoundary,
  handle,
  links,
  meta,
} from "~/features/public/release/release-route";
export { loader } from "~/features/public/release/release-route.server";
