import { useEffect, useRef } from 'react';
import { notifications } from '@mantine/notifications';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { sentenceOf } from '../api/api-problem';

interface DialogAct<Answer, Asked> {
  /** The dialog's title. */
  readonly name: string;
  readonly isOpen: boolean;
  /** `isShown`: whether the dialog is still open, so that what was answered can be read in it. */
  readonly act: (asked: Asked, isShown: () => boolean) => Promise<Answer>;
  readonly onDone?: (answer: Answer, isShown: boolean) => Promise<void> | void;
}

/**
 * The act of a dialog. The dialog can be closed and its screen left while the act is under way: it can't be taken back, and
 * nobody should have to wait for a slow one. So its error is shown in the dialog while that is open, and told beside the
 * page afterwards.
 */
export function useDialogAct<Answer, Asked = void>({
  name,
  isOpen,
  act,
  onDone,
}: DialogAct<Answer, Asked>): UseMutationResult<Answer, Error, Asked> {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = isOpen;
    return () => {
      shown.current = false;
    };
  }, [isOpen]);
  return useMutation({
    mutationFn: (asked: Asked) => act(asked, () => shown.current),
    onSuccess: (answer) => onDone?.(answer, shown.current),
    onError: (error) => {
      if (shown.current) return;
      notifications.show({ title: name, message: sentenceOf(error), color: 'red.9', autoClose: 12_000 });
    },
  });
}
