/** The small picture of an order. The text beside it describes the order, so screen readers skip the picture. */

/** @param image a `data:` URL; undefined: the order has no picture, or it is not made yet. */
export function OrderThumbnail({ image }: { readonly image: string | undefined }) {
  return <span className="thumbnail">{image !== undefined && <img src={image} alt="" />}</span>;
}
