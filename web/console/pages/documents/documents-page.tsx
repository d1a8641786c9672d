/** The page of all documents, which shows and changes whether each is sold and what its rule is. */

import { Badge, Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconSearch } from '@tabler/icons-react';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { countryText } from '../../../shared/country-text.ts';
import type { ListedDocument } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { Page } from '../../layout/page.tsx';
import { useMay } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { DocumentDialog } from './document-dialog.tsx';
import { useChangeDocument, useDocuments } from './documents-api.ts';
import { ruleOf } from './rule-draft.ts';

function DocumentName({ document }: { readonly document: ListedDocument }) {
  const { t, language } = useWords();
  const rule = ruleOf(document);
  return (
    <div className="untrusted-text">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {rule.names[language]}
        </Text>
        {document.origin !== 'shipped' && (
          <Badge size="sm" variant="light" color="info">
            {t.documents.origin[document.origin]}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {`${countryText(rule.country, language)} · ${rule.id}`}
      </Text>
    </div>
  );
}

function SizeText({ document }: { readonly document: ListedDocument }) {
  const { size } = ruleOf(document);
  return (
    <>
      {`${size.widthMm} × ${size.heightMm} mm`}
      <Text size="xs" c="dimmed">
        {`${size.widthPx} × ${size.heightPx} px · ${size.dpi} dpi`}
      </Text>
    </>
  );
}

function SaleSwitch({ document, isFixed }: { readonly document: ListedDocument; readonly isFixed: boolean }) {
  const { t, language } = useWords();
  const change = useChangeDocument();
  const name = ruleOf(document).names[language];
  const sell = (onSale: boolean) => {
    if (change.isPending) return;
    const { id, version } = document;
    change.mutate(
      { id, version, onSale },
      {
        onSuccess: () => showSuccess(onSale ? t.documents.nowOnSale(name) : t.documents.nowNotOnSale(name)),
        onError: showError,
      },
    );
  };
  return (
    <Switch
      label={document.on_sale ? t.documents.onSale : t.documents.notOnSale}
      aria-label={`${t.documents.onSale}: ${name}`}
      checked={change.isPending ? change.variables.onSale : document.on_sale}
      disabled={isFixed}
      onChange={(event) => sell(event.currentTarget.checked)}
      size="sm"
    />
  );
}

/** Whether a name, the id or the country of the document, in either language, contains the text. */
function isFound(document: ListedDocument, typed: string): boolean {
  const { names, id, country } = ruleOf(document);
  const countries = [country, countryText(country, 'en'), countryText(country, 'zh')];
  return [names.en, names.zh, id, ...countries].join(' ').toLowerCase().includes(typed.trim().toLowerCase());
}

export function DocumentsPage() {
  const { t } = useWords();
  const query = useDocuments();
  const mayChange = useMay()('goods_change');
  const [typed, setTyped] = useState('');
  const [edited, setEdited] = useState<ListedDocument | 'new' | null>(null);
  const documents = query.data?.documents.filter((document) => isFound(document, typed));
  const edit = (document: ListedDocument) =>
    mayChange && (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => setEdited(document)}
      >
        {t.common.edit}
      </Button>
    );
  const sale = (document: ListedDocument) => <SaleSwitch document={document} isFixed={!mayChange} />;
  const columns: DataTableColumn<ListedDocument>[] = [
    {
      accessor: 'id',
      title: t.documents.document,
      render: (document) => <DocumentName document={document} />,
    },
    { accessor: 'size', title: t.documents.size, render: (document) => <SizeText document={document} /> },
    {
      accessor: 'source',
      title: t.documents.source,
      render: (document) => t.documents[ruleOf(document).source.standing],
    },
    { accessor: 'on_sale', title: t.documents.onSale, render: sale },
    { accessor: 'edit', title: '', textAlign: 'right', render: edit },
  ];
  return (
    <Page
      title={t.layout.pages.documents}
      lead={t.documents.lead}
      actions={
        mayChange && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
            {t.documents.add}
          </Button>
        )
      }
    >
      <TextInput
        type="search"
        aria-label={t.documents.search}
        placeholder={t.documents.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={60}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <DataGrid
        label={t.layout.pages.documents}
        records={documents}
        columns={columns}
        idOf={({ id }) => id}
        empty={t.documents.none}
        error={query.error}
        onRetry={() => void query.refetch()}
        phone={(document) => (
          <div className="phone-document">
            <DocumentName document={document} />
            <Text size="sm" component="div">
              <SizeText document={document} />
            </Text>
            <Group justify="space-between">
              {sale(document)}
              {edit(document)}
            </Group>
          </div>
        )}
      />
      {edited !== null && (
        <DocumentDialog document={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}
