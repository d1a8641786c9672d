/** The content of a product's card. The shop shows it in a link, the console in the preview of its form. */

interface GoodCardProps {
  readonly title: string;
  readonly summary: string;
  readonly icon: string;
  /** The address of the product's picture, which is shown instead of the icon; empty: the product has no picture. */
  readonly picture: string;
  readonly price: string;
  /** A short text after the price, such as "per month"; null: none. */
  readonly unit: string | null;
  /** The regular price, struck through for a member who pays less; null: none. */
  readonly struckPrice: string | null;
  /** The text about the price for members; null: members pay the same price. */
  readonly memberPrice: string | null;
  readonly choose: string;
  readonly isLazy: boolean;
}

export function GoodCard(card: GoodCardProps) {
  const { picture } = card;
  const loading = card.isLazy ? 'lazy' : 'eager';
  return (
    <>
      {picture === '' ? (
        <img src={card.icon} alt="" width="56" height="56" loading={loading} />
      ) : (
        <img className="good-picture" src={picture} alt="" width="280" height="210" loading={loading} />
      )}
      <span className="good-words">
        <strong>{card.title}</strong>
        <span>{card.summary}</span>
      </span>
      <span className="good-price">
        <strong>{card.price}</strong>
        {card.unit !== null && <span>{card.unit}</span>}
        {card.struckPrice !== null && <s>{card.struckPrice}</s>}
        {card.memberPrice !== null && <span>{card.memberPrice}</span>}
      </span>
      <span className="good-pick" aria-hidden="true">
        {card.choose}
      </span>
    </>
  );
}
